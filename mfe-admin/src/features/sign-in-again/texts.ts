/** The words of the question who somebody is. Texts of the specification are verbatim. */
export const texts = {
  title: 'Please prove again who you are',
  text: 'This is done only for somebody who has just proven who they are. The proof holds for fifteen minutes.',
  password: 'Password',
  cancel: 'Do nothing',
  confirm: 'Confirm and go on',
  busy: 'Checking the password',
  required: 'Password is required',
  or: 'Or prove it in another way:',
  passkey: 'Use a passkey',
  passkeyBusy: 'Waiting for your passkey',
  google: 'Ask Google',
  googleBusy: 'Waiting for Google',
} as const;
