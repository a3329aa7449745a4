/** The words of passkeys: at sign-in, in the profile, and when they were lost. */
export const texts = {
  signIn: { submit: 'Sign in with a passkey', submitting: 'Waiting for your passkey' },

  step: {
    heading: 'Confirm with your passkey',
    lede: 'One step is left. Organisers use a passkey besides their password or Google.',
    submit: 'Use my passkey',
    lost: 'Lost it? Another admin can have your passkeys removed; you are told by email.',
    leave: 'Sign in as someone else',
  },

  first: {
    heading: 'Register your passkey',
    lede: 'Organisers use a passkey besides their password or Google. Your device keeps it, and asks for your fingerprint, your face or a code before it is used.',
  },

  form: {
    name: 'Name',
    nameHint: 'To tell it apart from others, for example My phone.',
    submit: 'Register a passkey',
    submitting: 'Waiting for your device',
  },

  profile: {
    title: 'Passkeys',
    text: 'With a passkey you sign in by fingerprint, face or the code of your device, and nobody can guess it or trick you into typing it on another site.',
    none: 'You have no passkey yet.',
    list: 'Your passkeys',
    loading: 'Loading your passkeys',
    failed: 'Your passkeys could not be read',
    added: (day: string) => `Added ${day}`,
    used: (day: string) => `last used ${day}`,
    unused: 'not used yet',
    backedUp: 'synced across devices',
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
    consequence: 'Nobody can sign in with it from now on. Remove it on the device itself as well.',
    keep: 'Keep it',
    confirm: 'Remove it',
    removing: 'Removing it',
    removed: (name: string) => `${name} was removed.`,
  },

  proof: 'We ask before a passkey is changed. You will not be asked again for 15 minutes.',
} as const;
