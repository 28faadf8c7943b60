/**
 * @generated SignedSource<<b2f04662658c3aac73e4d9f2ecb96bea>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type EstadoSaga = "CANCELADA" | "COMPENSANDO" | "COMPLETADA" | "FALLIDA" | "INICIADA";
export type documentosAvanceSubscription$variables = {
  despuesDe?: number | null | undefined;
  eventoId: string;
};
export type documentosAvanceSubscription$data = {
  readonly eliminacion: {
    readonly documentoEliminadoId: string | null | undefined;
    readonly estado: EstadoSaga;
    readonly id: string;
    readonly secuencia: number;
  };
};
export type documentosAvanceSubscription = {
  response: documentosAvanceSubscription$data;
  variables: documentosAvanceSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "despuesDe"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "eventoId"
},
v2 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "despuesDe",
        "variableName": "despuesDe"
      },
      {
        "kind": "Variable",
        "name": "eventoId",
        "variableName": "eventoId"
      }
    ],
    "concreteType": "Eliminacion",
    "kind": "LinkedField",
    "name": "eliminacion",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "id",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "secuencia",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "estado",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "documentoEliminadoId",
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "documentosAvanceSubscription",
    "selections": (v2/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "documentosAvanceSubscription",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "cacheID": "2adb1416102ba31fd783b0e00a5c9d48",
    "id": null,
    "metadata": {},
    "name": "documentosAvanceSubscription",
    "operationKind": "subscription",
    "text": "subscription documentosAvanceSubscription(\n  $eventoId: ID!\n  $despuesDe: Int\n) {\n  eliminacion(eventoId: $eventoId, despuesDe: $despuesDe) {\n    id\n    secuencia\n    estado\n    documentoEliminadoId\n  }\n}\n"
  }
};
})();

(node as any).hash = "267e30639790c8d4ee61fbf01a79d839";

export default node;
