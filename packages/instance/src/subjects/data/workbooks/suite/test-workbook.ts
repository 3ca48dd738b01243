import { zipOf } from '../../../../testing/zip.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relations = (...rows: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${related}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Creates a workbook like Excel's: `sheets` contains the XML of rows by sheet name. `parts` adds or replaces parts. */
export function workbookOf(
  sheets: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const names = Object.keys(sheets)
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')
  const formats = '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts>'
  const styles = [0, 14, 164, 20].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${listed}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}"><si><t>name</t></si><si><r><t>Bic</t></r><r><t>ycle &amp; </t></r><rPh><t>x</t></rPh></si></sst>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}">${formats}<cellXfs count="4">${styles}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  })
}
