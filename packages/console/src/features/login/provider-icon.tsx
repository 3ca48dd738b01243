import type { LoginProvider } from '@millwright/contract/wire/environment'
import {
  IconBrandAuth0,
  IconBrandBitbucket,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandGoogle,
  IconBrandLinkedin,
  IconBrandWindows,
  IconBrandX,
  IconLogin2,
} from '@tabler/icons-react'

/** Chosen by a word in the configured icon class, else in the type of the service. */
const icons = [
  [/github/, IconBrandGithub],
  [/gitlab/, IconBrandGitlab],
  [/google/, IconBrandGoogle],
  [/facebook/, IconBrandFacebook],
  [/twitter/, IconBrandX],
  [/linkedin/, IconBrandLinkedin],
  [/bitbucket/, IconBrandBitbucket],
  [/azure|microsoft|windows/, IconBrandWindows],
  [/auth0/, IconBrandAuth0],
] as const

/** The brand of a provider. */
export function ProviderIcon({ provider: { icon_class, type } }: { provider: LoginProvider }) {
  const Icon = iconOf(icon_class) ?? iconOf(type) ?? IconLogin2
  return <Icon size={18} aria-hidden />
}

function iconOf(name: string | null | undefined) {
  return icons.find(([word]) => word.test(name?.toLowerCase() ?? ''))?.[1]
}
