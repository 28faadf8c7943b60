/**
 * @generated SignedSource<<408d9446f1bad6dba2dab70eb7c4b78c>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type EstadoDocumento = "CARGANDO" | "ELIMINANDO" | "PROCESADO";
export type TipoNovedad = "AUTORIZACION" | "AVANZO" | "BLOQUEADO" | "CAMBIO" | "DESBLOQUEADO" | "LLEGO" | "RECARGAR" | "SE_FUE" | "SOLICITUD";
export type documentosNovedadesSubscription$variables = {
  carpetaId: string;
  despuesDe?: string | null | undefined;
};
export type documentosNovedadesSubscription$data = {
  readonly novedadesDeCarpeta: {
    readonly cursor: string;
    readonly documento: {
      readonly estadoDocumento: EstadoDocumento;
      readonly id: string;
      readonly titulo: string;
    } | null | undefined;
    readonly documentoGlobalId: string | null | undefined;
    readonly tipo: TipoNovedad;
    readonly totalDocumentosAproximado: number | null | undefined;
  };
};
export type documentosNovedadesSubscription = {
  response: documentosNovedadesSubscription$data;
  variables: documentosNovedadesSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "carpetaId"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "despuesDe"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "carpetaId",
        "variableName": "carpetaId"
      },
      {
        "kind": "Variable",
        "name": "despuesDe",
        "variableName": "despuesDe"
      }
    ],
    "concreteType": "Novedad",
    "kind": "LinkedField",
    "name": "novedadesDeCarpeta",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "cursor",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "tipo",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "documentoGlobalId",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "totalDocumentosAproximado",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Documento",
        "kind": "LinkedField",
        "name": "documento",
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
            "name": "titulo",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "estadoDocumento",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "documentosNovedadesSubscription",
    "selections": (v1/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "documentosNovedadesSubscription",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "3a0af173025a9370bffa516eca695ccd",
    "id": null,
    "metadata": {},
    "name": "documentosNovedadesSubscription",
    "operationKind": "subscription",
    "text": "subscription documentosNovedadesSubscription(\n  $carpetaId: ID!\n  $despuesDe: String\n) {\n  novedadesDeCarpeta(carpetaId: $carpetaId, despuesDe: $despuesDe) {\n    cursor\n    tipo\n    documentoGlobalId\n    totalDocumentosAproximado\n    documento {\n      id\n      titulo\n      estadoDocumento\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "300aa29d838410215ca1c8810837e1c7";

export default node;
