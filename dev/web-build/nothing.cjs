/** For webpack: a file of which nothing is wanted. */
module.exports = () => '';
