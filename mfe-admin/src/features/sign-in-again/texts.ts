/** The words of the question who somebody is. Texts of the specification are verbatim. */
export const texts = {
  title: 'Confirm it is you',
  text: 'We ask before anything that matters. You will not be asked again for 15 minutes.',
  password: 'Password',
  cancel: 'Cancel',
  confirm: 'Confirm and go on',
  busy: 'Checking the password',
  required: 'Password is required',
  or: 'Or confirm it another way:',
  passkey: 'Use a passkey',
  passkeyBusy: 'Waiting for your passkey',
  google: 'Use Google',
  googleBusy: 'Waiting for Google',
  mailCode: (email: string) => `Mail a code to ${email}`,
  mailCodeBusy: 'One moment',
  codeMailed: (email: string) => `A code was mailed to ${email}.`,
} as const;
