import { runStandin } from '../run-standin.ts';
import { startOidcStandin } from './standin.ts';

const { PUBLIC_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URIS } = process.env;

await runStandin('OpenID stand-in', ['CLIENT_ID', 'CLIENT_SECRET', 'REDIRECT_URIS'], (place) =>
  startOidcStandin({
    ...place,
    clientId: CLIENT_ID!,
    clientSecret: CLIENT_SECRET!,
    redirectUris: REDIRECT_URIS!.split(','),
    ...(PUBLIC_URL ? { publicUrl: PUBLIC_URL } : {}),
  }),
);
