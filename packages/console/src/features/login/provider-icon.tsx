import type { LoginProvider } from '@millwright/contract/wire/environment'
import IconBrandAuth0 from '@tabler/icons-react/dist/esm/icons/IconBrandAuth0.mjs'
import IconBrandBitbucket from '@tabler/icons-react/dist/esm/icons/IconBrandBitbucket.mjs'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs'
import IconBrandGitlab from '@tabler/icons-react/dist/esm/icons/IconBrandGitlab.mjs'
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs'
import IconBrandLinkedin from '@tabler/icons-react/dist/esm/icons/IconBrandLinkedin.mjs'
import IconBrandWindows from '@tabler/icons-react/dist/esm/icons/IconBrandWindows.mjs'
import IconBrandX from '@tabler/icons-react/dist/esm/icons/IconBrandX.mjs'
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'

/** By a word in the icon class that an administrator chose, else in the type of the service. */
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

export function ProviderIcon({ provider: { icon_class, type } }: { provider: LoginProvider }) {
  const Icon = iconOf(icon_class) ?? iconOf(type) ?? IconLogin2
  return <Icon size={18} aria-hidden />
}

function iconOf(name: string | null | undefined) {
  return icons.find(([word]) => word.test(name?.toLowerCase() ?? ''))?.[1]
}
