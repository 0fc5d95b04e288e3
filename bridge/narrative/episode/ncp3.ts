import { ncp2Document } from "./ncp2.ts";
import type { Ncp2Story } from "./ncp2_shape.ts";
import { type EpisodeTelling, wholeSeconds } from "./telling.ts";

/** The release of the core envelope that is written. */
const CORE_VERSION = "3.0.0-rc.1";
/** The profile that carries the story, and where its schema is published. */
const PROFILE = {
  namespace: "dramatica:",
  profile_version: "1.0.0-rc.1",
  schema: "https://narrativecontextprotocol.com/profiles/dramatica/1.0.0-rc.1/profile-schema.json",
} as const;

/** An episode in the envelope of NCP 3: neutral about what it carries, with the story of NCP 2 as payload. */
export interface Ncp3Document {
  ncp_version: string;
  document: {
    id: string;
    created_at: string;
    provenance: { at: string; action: string; source: { system: string; value: string } }[];
  };
  story: { id: string; title: string; logline: string };
  profiles: { namespace: string; profile_version: string; schema: string }[];
  payloads: {
    "dramatica:": {
      namespace: string;
      profile_version: string;
      /** Never empty; nothing here claims a semantic model. */
      dsm_version: string;
      storyform: Ncp2Story;
    };
  };
}

/** The document of an episode in the envelope of NCP 3. */
export function ncp3Document(telling: EpisodeTelling): Ncp3Document {
  const { story: storyform } = ncp2Document(telling);
  const at = wholeSeconds(telling.now);
  return {
    ncp_version: CORE_VERSION,
    document: {
      id: `document_${telling.story}_${telling.id}`,
      created_at: at,
      provenance: [{
        at,
        action: "made from the beats of a narrative bridge",
        source: { system: "loom", value: telling.id },
      }],
    },
    story: { id: storyform.id, title: storyform.title, logline: storyform.logline },
    profiles: [{ ...PROFILE }],
    payloads: {
      "dramatica:": {
        namespace: PROFILE.namespace,
        profile_version: PROFILE.profile_version,
        dsm_version: "undeclared",
        storyform,
      },
    },
  };
}
