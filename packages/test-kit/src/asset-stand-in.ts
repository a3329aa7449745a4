/** What an imported picture, sound or font becomes in a test: the address a bundler would have given it. */
export default '/asset-stand-in';
