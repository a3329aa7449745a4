import { Button } from '@concert/design-system/button.tsx';
import { CodeForm } from '@concert/design-system/code-form.tsx';
import { codeRequest } from '@concert/web-kit/code-request.ts';
import { useCodeForm } from '@concert/web-kit/forms/use-code-form.ts';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { useRefusedMail } from '@concert/web-kit/use-refused-mail.ts';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import type { LoginScreen } from './use-login.ts';

/** Sign-in by the code that was mailed. */
export function SignInByCode({ login }: { readonly login: LoginScreen }) {
  const { email, request } = login;
  const words = texts.signInCode;
  const form = useCodeForm({
    use: async (code) => {
      const used = await authApi.call.useSignInCode({ body: { request, code } });
      if (used.ok && used.value.session) login.onSignedIn(used.value.session);
      else if (used.ok) login.onAwaits();
      return used;
    },
    again: async () => {
      const mailed = await authApi.call.requestSignInCode({ body: { email, nav: returnPathForMail(), request: codeRequest() } });
      if (mailed.ok) login.onCode(email, mailed.value.request);
      return mailed;
    },
  });
  const refused = useRefusedMail(request, form.sentAgain);
  return (
    <CodeForm form={form} submit={words.submit} busyText={texts.signIn.submitting} refused={refused}>
      <Button variant="plain" onClick={() => login.turnTo('sign-in')}>
        {words.otherAddress}
      </Button>
    </CodeForm>
  );
}
