# broken: a test key where STRIPE_MODE says live
# expect: stripe red 'a test key, and STRIPE_MODE says live' 'Take a live key, or change STRIPE_MODE'
# expect: settings red 'STRIPE_MODE says live' 'leave STRIPE_MODE out'
settings STRIPE_MODE=live
setup
