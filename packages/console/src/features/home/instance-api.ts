import { instanceAddress } from '../../instance/send.ts'

/** The whole address of the instance's API, as a program outside this page calls it: `https://api.example.com/api/v2`. */
export function instanceApi(): string {
  return new URL(instanceAddress(''), window.location.href).href.replace(/\/$/, '')
}
