/**
 * The names of the events, by what they are for. Some names travel in both directions, with a payload of their own in
 * each.
 */
export const EV = {
  JOIN: "bridge:join",
  LEAVE: "bridge:leave",
  PATCH_IN: "def:patch",
  FULL_IN: "def:full",
  REQUEST: "def:request",
  PRESENCE_IN: "presence:update",
  VIEW_IN: "view:show",
  WELCOME: "bridge:welcome",
  PATCH_OUT: "def:patch",
  FULL_OUT: "def:full",
  ACK: "def:ack",
  FILE: "def:file",
  LAYOUT: "def:layout",
  PRESENCE_JOIN: "presence:join",
  PRESENCE_LEAVE: "presence:leave",
  PRESENCE_LIST: "presence:list",
  PRESENCE_UPDATE: "presence:update",
  VIEW_OUT: "view:show",
  ERROR: "bridge:error",
} as const;
