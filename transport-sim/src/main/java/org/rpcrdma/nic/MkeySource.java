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

/** Where registrations take their mkeys from, and where deregistrations leave them. */
interface MkeySource {
    /** An mkey that can do at least what is asked, revoked or new. */
    int take(FrmrKey key);

    /** Takes back an mkey that was taken for a key and is revoked. */
    void giveBack(FrmrKey key, int handle);

    /** Forgets an mkey that was taken for a key and is destroyed. */
    void forget(FrmrKey key);

    /** Destroys what is kept; nothing may be taken. */
    void close();
}
