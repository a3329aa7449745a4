/*
 * What long passwords of leaked lists are made of. A password of fifteen characters that is on such a list is nearly always
 * words of this kind, one after the other, with digits around them; so the words are kept, not the lists.
 */

/** Words, longest first so that none hides another. */
export const COMMON_WORDS: readonly string[] = [
  'password', 'passwort', 'passw', 'passphrase', 'letmein', 'welcome', 'qwertyuiop', 'qwerty', 'qwertz', 'azerty', 'asdfghjkl', 'asdfgh', 'asdf', 'zxcvbnm', 'zxcvbn', 'iloveyou',
  'loveyou', 'princess', 'sunshine', 'football', 'baseball', 'basketball', 'superman', 'batman', 'spiderman', 'pokemon', 'starwars', 'dragon', 'monkey', 'shadow', 'master', 'michael',
  'jennifer', 'jordan', 'jessica', 'ashley', 'charlie', 'trustno1', 'whatever', 'computer', 'internet', 'samsung', 'iphone', 'google', 'facebook', 'instagram', 'youtube', 'hello',
  'secret', 'admin', 'administrator', 'root', 'user', 'login', 'changeme', 'change', 'default', 'guest', 'test', 'testing', 'temp', 'access', 'please', 'thisis', 'this', 'mypass',
  'mynameis', 'myname', 'forever', 'always', 'family', 'freedom', 'america', 'canada', 'india', 'england', 'london', 'newyork', 'chelsea', 'arsenal', 'liverpool', 'barcelona', 'manchester',
  'summer', 'winter', 'spring', 'autumn', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november', 'december', 'monday', 'friday', 'sunday',
  'music', 'meditation', 'concert', 'ticket', 'tickets', 'jesus', 'christ', 'god', 'blessed', 'angel', 'flower', 'butterfly', 'chocolate', 'cookie', 'cheese', 'banana', 'love', 'money',
  'super', 'strong', 'security', 'secure', 'number', 'abcd', 'abc', 'my', 'is', 'the', 'and', 'for', 'me', 'you', 'one', 'two', 'three', 'word', 'very', 'long', 'new', 'pass',
].toSorted((a, b) => b.length - a.length);

/** Passphrases that everybody has read somewhere, without spaces and signs. */
export const COMMON_PHRASES: ReadonlySet<string> = new Set([
  'correcthorsebatterystaple', 'correcthorsebattery', 'thequickbrownfoxjumpsoverthelazydog', 'thequickbrownfox', 'tobeornottobe', 'tobeornottobethatisthequestion', 'openthepodbaydoorshal',
  'maytheforcebewithyou', 'ihavenopassword', 'idontknow', 'iforgotmypassword', 'onceuponatime', 'twinkletwinklelittlestar', 'happybirthdaytoyou', 'donttellanyone', 'supercalifragilisticexpialidocious',
  'hellodarknessmyoldfriend', 'iamyourfather', 'letthemusicplay', 'musicformeditation', 'musicformeditationconcert', 'howmusicheals',
]);

/** Rows of keyboards, and the orders everybody knows. Read forwards and backwards. */
export const ROWS: readonly string[] = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', 'azertyuiop', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '!@#$%^&*()'];
