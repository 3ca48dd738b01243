#!/usr/bin/env node
// Read by every Node there is, so that an old one answers with a sentence and not with a syntax error.
var needed = 24
var running = process.versions.node

if (Number(running.split('.')[0]) < needed) {
  process.stderr.write(
    'millwright: Node ' +
      needed +
      ' or newer is needed, and this is Node ' +
      running +
      '. Install one, then try again.\n',
  )
  process.exit(1)
} else {
  require('./start.cjs')
}
