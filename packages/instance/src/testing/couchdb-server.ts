/** URL of an empty CouchDB for tests, with a user who may create databases; all of its databases are deleted afterwards. */
export const couchdbServerAddress = process.env.MILLWRIGHT_TEST_COUCHDB
