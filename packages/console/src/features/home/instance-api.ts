import { externalUrl } from '../../instance/send.ts'

/** Returns the full URL of the instance's API for external programs: `https://api.example.com/api/v2`. */
export function instanceApi(): string {
  return externalUrl('').replace(/\/$/, '')
}
