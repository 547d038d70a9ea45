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
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** A protection domain by the pointer of its {@code struct ibv_pd}, as the objects that belong to it need it. */
public abstract class NativeDomain extends NativeObject implements ProtectionDomain {
    public NativeDomain(final DeviceContext device) {
        super(device);
    }

    /**
     * Returns a protection domain as the device's own.
     *
     * @throws VerbsException EINVAL if it is another device's.
     */
    public static NativeDomain own(final DeviceContext device, final ProtectionDomain domain) {
        return own(device, NativeDomain.class, domain);
    }
}
