const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether a text is an address mail can be sent to: dot-atom local part of at most 64 characters and a host name of
 * two or more labels (RFC 5321 section 4.5.3.1, RFC 1035 section 2.3.1). Quoted local parts, address literals,
 * comments and display names are not accepted: no real visitor types them and mail relays disagree about them.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  const at = value.indexOf('@');
  if (at < 1 || at !== value.lastIndexOf('@')) return false;
  const local = value.slice(0, at);
  const labels = value.slice(at + 1).split('.');
  return (
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    /[a-z]/i.test(labels[labels.length - 1] ?? '')
  );
}
