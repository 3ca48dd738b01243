const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

import(pathToFileURL(join(__dirname, '..', 'program', 'main.js')).href)
