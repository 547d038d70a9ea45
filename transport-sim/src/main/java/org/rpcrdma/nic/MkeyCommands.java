/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.frmr.FrmrKey;

/**
 * What a device's driver commands it to do with mkeys. Creating and destroying one is a command to the firmware;
 * programming and revoking one is a UMR work request. Each may be refused with a
 * {@link org.rpcrdma.verbs.VerbsException}; nothing has changed then.
 */
interface MkeyCommands {
    /** Makes an mkey that opens nothing yet; returns its key, the handle of the other commands. */
    int create(FrmrKey properties);

    /** Destroys an mkey, whatever it is programmed to. */
    void destroy(int handle);

    /** Makes an mkey open pinned memory; what it opened before it opens no more. */
    void program(int handle, SimulatedProtectionDomain domain, PinnedMemory memory, long iova, int access);

    /** Makes an mkey open nothing. */
    void revoke(int handle);
}
