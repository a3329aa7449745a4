const none = '0'.repeat(26);

/** What paths name by their parameters: well formed, and there is nothing of the kind. */
export const NO_SUCH: Readonly<Record<string, string>> = {
  bookingId: `bk_${none}`,
  of: `bk_${none}`,
  entryId: `cp_${none}`,
  invitationId: `iv_${none}`,
  waitingId: `wt_${none}`,
  refundId: `rf_${none}`,
  runId: `rn_${none}`,
  recipientId: `rc_${none}`,
  contactId: `ct_${none}`,
  mailId: `ml_${none}`,
  userId: `us_${none}`,
  sessionId: `se_${none}`,
  passkeyId: `pk_${none}`,
  approvalId: `ap_${none}`,
  mailRef: 'reference_of_a_mail',
};
