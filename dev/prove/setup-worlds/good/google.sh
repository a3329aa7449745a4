# good: with sign-in by Google
google invalid_grant
setup --google-id 1-a.apps.googleusercontent.com --google-secret GOCSPX-own
