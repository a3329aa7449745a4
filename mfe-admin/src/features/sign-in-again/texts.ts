/** The words of the question for the password. Texts of the specification are verbatim. */
export const texts = {
  title: 'Please enter your password again',
  text: 'Money moves only for somebody who has just proven who they are. This holds for fifteen minutes.',
  google: 'If you signed in with Google and have no password here, log out and in again.',
  password: 'Password',
  cancel: 'Do nothing',
  confirm: 'Confirm and go on',
  busy: 'Checking the password',
  required: 'Password is required',
} as const;
