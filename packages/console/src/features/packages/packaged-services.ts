import type { RecordSource } from '../../widgets/record-picker/record-source.ts'
import { servicesQuery } from '../../widgets/service-select/find-services.ts'
import { serviceSource } from '../../widgets/service-select/service-source.ts'
import { packageMessages } from './messages.ts'
import type { Source } from './package-selection.ts'

/** The services of a type in the manifest, from which a package can export items. */
export function packagedServices(type: string, sources: readonly Source[]): RecordSource {
  return {
    ...serviceSource(),
    finds: {
      variant: ['package', type, sources.length].join(),
      async find({ text, most, client }) {
        const wanted = text.toLowerCase()
        const named = sources.filter(({ name }) => name.toLowerCase().includes(wanted))
        const first = named.slice(0, most)
        const known = await client.fetchQuery(servicesQuery(first.map(({ name }) => name)))
        return {
          records: first.map(({ name, available }, at) => ({
            ...(known.get(name.toLowerCase()) ?? { id: -1 - at, label: name }),
            ...(!available && { title: packageMessages.nameUnavailable({ name }) }),
          })),
          more: named.length > most,
        }
      },
    },
  }
}
