/**
 * @generated SignedSource<<30d700472ef0944e50ef2b36c6993859>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type EstadoDocumento = "CARGANDO" | "ELIMINANDO" | "PROCESADO";
export type documentosEliminarMutation$variables = {
  id: string;
};
export type documentosEliminarMutation$data = {
  readonly deleteDocumento: {
    readonly documento: {
      readonly estadoDocumento: EstadoDocumento;
      readonly id: string;
    } | null | undefined;
    readonly eliminacion: {
      readonly eventoId: string;
    } | null | undefined;
    readonly errores: ReadonlyArray<{
      readonly mensaje?: string;
    }>;
  } | null | undefined;
};
export type documentosEliminarMutation = {
  response: documentosEliminarMutation$data;
  variables: documentosEliminarMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "id"
  }
],
v1 = [
  {
    "fields": [
      {
        "kind": "Variable",
        "name": "documentoId",
        "variableName": "id"
      }
    ],
    "kind": "ObjectValue",
    "name": "input"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "eventoId",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "concreteType": "Documento",
  "kind": "LinkedField",
  "name": "documento",
  "plural": false,
  "selections": [
    (v3/*:: as any*/),
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "estadoDocumento",
      "storageKey": null
    }
  ],
  "storageKey": null
},
v5 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "mensaje",
      "storageKey": null
    }
  ],
  "type": "ErrorDeUsuario",
  "abstractKey": "__isErrorDeUsuario"
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "documentosEliminarMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "DeleteDocumentoPayload",
        "kind": "LinkedField",
        "name": "deleteDocumento",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Eliminacion",
            "kind": "LinkedField",
            "name": "eliminacion",
            "plural": false,
            "selections": [
              (v2/*:: as any*/)
            ],
            "storageKey": null
          },
          (v4/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "errores",
            "plural": true,
            "selections": [
              (v5/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "documentosEliminarMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "DeleteDocumentoPayload",
        "kind": "LinkedField",
        "name": "deleteDocumento",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Eliminacion",
            "kind": "LinkedField",
            "name": "eliminacion",
            "plural": false,
            "selections": [
              (v2/*:: as any*/),
              (v3/*:: as any*/)
            ],
            "storageKey": null
          },
          (v4/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "errores",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "__typename",
                "storageKey": null
              },
              (v5/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "aecf2285548531b8a74a7f37edd7b04a",
    "id": null,
    "metadata": {},
    "name": "documentosEliminarMutation",
    "operationKind": "mutation",
    "text": "mutation documentosEliminarMutation(\n  $id: ID!\n) {\n  deleteDocumento(input: {documentoId: $id}) {\n    eliminacion {\n      eventoId\n      id\n    }\n    documento {\n      id\n      estadoDocumento\n    }\n    errores {\n      __typename\n      ... on ErrorDeUsuario {\n        __isErrorDeUsuario: __typename\n        mensaje\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "1377b89e8fe0b9a4361589c3425742e3";

export default node;
