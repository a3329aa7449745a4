/** The words of passkeys: at sign-in, in the profile, and when they were lost. */
export const texts = {
  signIn: { submit: 'Sign in with a passkey', submitting: 'Waiting for your passkey' },

  step: {
    heading: 'Confirm with your passkey',
    lede: 'One step is left. Organisers use a passkey besides their password or Google.',
    submit: 'Use my passkey',
    lost: 'Lost it? Another admin can have your passkeys removed; you are told by mail.',
    leave: 'Sign in as somebody else',
  },

  first: {
    heading: 'Register your passkey',
    lede: 'Organisers use a passkey besides their password or Google. Your device keeps it, and asks for your fingerprint, your face or a code before it is used.',
  },

  form: {
    name: 'Name',
    nameHint: 'By which you know it again, for example My phone.',
    submit: 'Register a passkey',
    submitting: 'Waiting for your device',
  },

  profile: {
    title: 'Passkeys',
    text: 'With a passkey you log in by fingerprint, face or the code of your device, and nobody can guess it or have you type it on another site.',
    none: 'You have no passkey yet.',
    list: 'Your passkeys',
    loading: 'Loading your passkeys',
    failed: 'Your passkeys could not be read',
    again: 'Try again',
    added: (day: string) => `Added ${day}`,
    used: (day: string) => `last used ${day}`,
    unused: 'not used yet',
    backedUp: 'kept beyond one device',
    oneDevice: 'on one device only',
    add: 'Add a passkey',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    addTitle: 'Add a passkey',
    addedText: (name: string) => `${name} was added.`,
    renameTitle: (name: string) => `Rename ${name}`,
    save: 'Save the name',
    saving: 'Saving the name',
    removeTitle: (name: string) => `Remove ${name}?`,
    consequence: 'Nobody can log in with it any more. Remove it on the device itself as well.',
    keep: 'Keep it',
    confirm: 'Remove it',
    removing: 'Removing it',
    removed: (name: string) => `${name} was removed.`,
  },

  proof: {
    title: 'Please prove again who you are',
    text: 'Passkeys are changed only by somebody who has just proven who they are. The proof holds for fifteen minutes.',
    password: 'Password',
    cancel: 'Cancel',
    confirm: 'Confirm and go on',
    busy: 'Checking the password',
    required: 'Password is required',
    or: 'Or prove it in another way:',
    passkey: 'Use a passkey',
    passkeyBusy: 'Waiting for your passkey',
    google: 'Ask Google',
    googleBusy: 'Waiting for Google',
  },

  keep: {
    heading: 'Keep your passkeys',
    lede: 'An admin asked for your passkeys to be removed, because they were told that you lost them.',
    submit: 'Keep my passkeys',
    submitting: 'Keeping them',
    expiredText: 'Either it was called off already, or your passkeys were removed. Sign in below to see.',
  },
} as const;
