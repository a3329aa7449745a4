/** Subjects of commits: `area: what changes`, or several areas with commas between them, to 72 characters; the why stands in the body. */
export default {
  parserPreset: {
    parserOpts: { headerPattern: /^([a-z0-9][a-z0-9/-]*(?:, [a-z0-9/-]+)*): (\S.*)$/, headerCorrespondence: ['type', 'subject'] },
  },
  rules: {
    'header-max-length': [2, 'always', 72],
    'type-empty': [2, 'never'],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
  },
};
