import type { EntityRelationshipDefinition } from "./types.ts";

/** A lending library: members take out loans. */
export const LIBRARY: EntityRelationshipDefinition = {
  settings: { namespace: "Library", name: "Lending" },
  entities: [
    {
      name: "Member",
      attributes: [
        { name: "member_id", type: "int", key: "pk" },
        { name: "email", type: "string", key: "uk" },
      ],
    },
    {
      name: "Loan",
      attributes: [
        { name: "loan_id", type: "int", key: "pk" },
        { name: "member_id", type: "int", references: "Member.member_id" },
        { name: "status", type: "string", stateOf: "LoanLifecycle" },
        { name: "renewal_count", type: "int" },
        { name: "max_renewals", type: "int" },
      ],
    },
    { name: "Shelf" },
  ],
  relationships: [{ from: "Member", to: "Loan", cardinality: "1:N", label: "takes out" }],
};
