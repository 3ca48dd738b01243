// Generates a client from each document with two generators: `node generate.mjs FOLDER FILE…`. Each file of the folder is named after
// its document and generator.
import { basename, join } from 'node:path'
import { generate } from 'orval'
import { generateApi } from 'swagger-typescript-api'

const [folder = '', ...documents] = process.argv.slice(2)
for (const input of documents) {
  const name = basename(input, '.json')
  await generateApi({ input, output: folder, fileName: `${name}-swagger.ts`, httpClientType: 'fetch', silent: true })
  await generate({
    input: { target: input },
    output: { target: join(folder, `${name}-orval.ts`), client: 'fetch', mode: 'single' },
  })
}
