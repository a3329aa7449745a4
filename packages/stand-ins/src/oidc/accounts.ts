import { randomInt } from 'node:crypto';
import { AppendOnlyFile } from '../append-only-file.ts';

/** Somebody with an account at the stand-in. */
export interface OidcAccount {
  /** 21 digits, never reused: what stays when the address changes. */
  readonly sub: string;
  readonly email: string;
  readonly verified: boolean;
  readonly name: string;
}

/** The stand-in's accounts, those who came last at the end; kept in a file when there is one. */
export class OidcAccounts {
  readonly #bySub = new Map<string, OidcAccount>();
  readonly #lines: AppendOnlyFile<OidcAccount> | undefined;

  constructor(file?: string) {
    this.#lines = file
      ? new AppendOnlyFile<OidcAccount>(
          file,
          (account) => this.#hold(account),
          () => this.#bySub.values(),
        )
      : undefined;
  }

  all(): OidcAccount[] {
    return [...this.#bySub.values()];
  }

  bySub(sub: string): OidcAccount | undefined {
    return this.#bySub.get(sub);
  }

  /** The account of an address, made when there is none; `verified` and a given name count in any case. */
  enter({ email, verified, name }: { email: string; verified: boolean; name?: string }): OidcAccount {
    const known = this.all().findLast((account) => account.email.toLowerCase() === email.toLowerCase());
    return this.#put({
      sub: known?.sub ?? newSub(),
      email: known?.email ?? email,
      verified,
      name: name || known?.name || (email.split('@')[0] ?? email),
    });
  }

  /** Gives an account another address, as its owner may at Google. @throws Error when there is no such account */
  changeEmail(sub: string, email: string): OidcAccount {
    const account = this.#bySub.get(sub);
    if (!account) throw new Error('there is no such account');
    return this.#put({ ...account, email });
  }

  #put(account: OidcAccount): OidcAccount {
    this.#hold(account);
    this.#lines?.append(account);
    return account;
  }

  #hold(account: OidcAccount): void {
    this.#bySub.delete(account.sub);
    this.#bySub.set(account.sub, account);
  }
}

function newSub(): string {
  return `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;
}
