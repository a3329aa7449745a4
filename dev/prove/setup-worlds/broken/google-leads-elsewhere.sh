# broken: the client at Google leads back to another site
# expect: google red 'does not lead back to https://concert.anna.org/api/auth/google/callback' 'Add this redirect address'
google redirect_uri_mismatch
setup --google-id 1-a.apps.googleusercontent.com --google-secret GOCSPX-own
