import { compileErrors, validate } from '@readme/openapi-parser'
import { generateAst, parseSpec, printAst } from 'oazapfts'
import { createContext } from 'oazapfts/context'
import { expect, test } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'

type Document = Parameters<typeof parseSpec>[0] & object

const { send, root } = await sharedInstance({ config: { sampleData: true } })

test.for([
  [
    '',
    ['get /db/_table/sales_order', 'post /system/role', 'post /user/session', 'get /files/{file_path}', 'post /email'],
  ],
  [
    '/system',
    [
      ...(['get /', 'get /role/{id}', 'delete /cache/{service}', 'get /environment', 'patch /user/{id}'] as const),
      ...(['get /event', 'get /service_type/{name}', 'get /script_type', 'get /outbox/{name}'] as const),
      ...(['post /event_script/{id}', 'put /event_script/{id}', 'post /event_script/{id}/trial'] as const),
    ],
  ],
  ['/user', ['post /session', 'put /profile', 'post /register', 'post /password']],
  ['/db', ['get /_schema/{table_name}', 'post /_table/{table_name}', 'patch /_table/sales_order/{id}']],
  ['/files', ['get /', 'put /{folder_path}/', 'delete /{file_path}']],
  ['/logs', ['get /']],
  ['/email', ['post /']],
  ['/api_docs', ['get /', 'get /{service_name}']],
] as const)(
  'what api_docs%s answers is OpenAPI 3.1, from which a client can be generated',
  async ([path, expected]) => {
    const { status, body } = await send<Document>('GET', `api_docs${path}`, { as: root })
    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: `/api/v2${path}` }] })
    const checked = await validate(structuredClone(body))
    expect(checked.valid ? '' : compileErrors(checked)).toBe('')
    const source = printAst(await generateAst(createContext(await parseSpec(structuredClone(body)))))
    const calls = operations(body)
    for (const call of expected) expect(calls.map((each) => each.call)).toContain(call)
    const ids = calls.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const [id = ''] = ids
    expect(source).toContain(`function ${id.charAt(0).toLowerCase()}${id.slice(1)}(`)
  },
)

function operations(document: Document): { readonly call: string; readonly id: string }[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([verb, operation]) =>
      verb === 'parameters' || verb === 'summary'
        ? []
        : [{ call: `${verb} ${path}`, id: String(Object(operation).operationId) }],
    ),
  )
}
