# broken: Google does not know the client with this secret
# expect: google red 'Google does not know this client with this secret' 'Copy both from'
google invalid_client
setup --google-id 1-a.apps.googleusercontent.com --google-secret GOCSPX-other
