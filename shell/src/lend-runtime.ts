import { CurrentGlobal, Module, ModuleFederation, assert, getGlobalFederationConstructor, getRemoteEntry, getRemoteInfo, helpers, loadScript, loadScriptNode, registerGlobalPlugins, satisfy, setGlobalFederationConstructor, setGlobalFederationInstance } from '@module-federation/runtime-core';

// The remotes are built without a federation runtime of their own and take this one, under the names their builds expect.
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    Module,
    ModuleFederation,
    assert,
    getGlobalFederationConstructor,
    getRemoteEntry,
    getRemoteInfo,
    helpers,
    loadScript,
    loadScriptNode,
    registerGlobalPlugins,
    satisfy,
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});
