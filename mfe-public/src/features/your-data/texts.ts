/** The words of 'Your data' in the profile. */
export const texts = {
  title: 'Your data',
  text: 'Everything that is kept about you, as a file: your account, bookings, payments, emails and messages.',
  download: 'Download my data',
  downloading: 'Preparing your data',
  downloaded: 'Your data was saved as a file.',
  notDownloaded: (why: string) => `Your data was not saved. ${why}`,
  fileName: (day: string) => `my-data-${day}.json`,
  privacy: 'What is kept, why and how long',
  fileProof: 'Only you may have this file, so please confirm it is you. You will not be asked again for 15 minutes.',

  erase: 'Delete my account',
  question: 'Delete your account and everything about you?',
  consequence: (email: string) =>
    `The account of ${email} is deleted, and your name, email and phone are taken out of everything else. This cannot be undone.`,
  stays: 'What stays, and why',
  word: (word: string) => `Type ${word} to confirm`,
  confirm: 'Delete my account for good',
  erasing: 'Deleting your account',
  keep: 'Keep my account',
  failed: (why: string) => `Nothing was deleted. ${why}`,
  done: 'Your account has been deleted. Your bookings no longer name you.',

  proof: 'Only you may delete your account, so please confirm it is you. You will not be asked again for 15 minutes.',
} as const;
