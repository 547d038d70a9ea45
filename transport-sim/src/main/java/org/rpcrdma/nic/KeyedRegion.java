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

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** A region of another kind than registered memory: it has a key of its own, and cannot be re-registered. */
abstract class KeyedRegion implements MemoryRegion, MemoryKey {
    private final SimulatedProtectionDomain domain;
    private final int key;
    private final int access;
    private boolean isClosed;

    KeyedRegion(final SimulatedProtectionDomain domain, final int access) {
        this.domain = domain;
        this.access = access;
        key = domain.simulatedDevice().keys().takeKey();
        domain.simulatedDevice().keys().put(this);
        domain.addMemoryRegion();
    }

    @Override
    public final ProtectionDomain domain() {
        return domain;
    }

    final SimulatedProtectionDomain simulatedDomain() {
        return domain;
    }

    @Override
    public final int key() {
        return key;
    }

    @Override
    public final int lkey() {
        return key;
    }

    @Override
    public final int access() {
        return access;
    }

    @Override
    public final boolean isValid() {
        return true;
    }

    @Override
    public final int handle() {
        checkOpen();
        return domain.simulatedDevice().handles().of(this);
    }

    @Override
    public final void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        throw Reregistration.input("region is not of registered memory: key=0x" + Integer.toHexString(key));
    }

    @Override
    public void close() {
        checkOpen();
        isClosed = true;
        final SimulatedDevice device = domain.simulatedDevice();
        device.port().detachPayloads();
        device.keys().remove(this);
        device.handles().remove(this);
        domain.removeMemoryRegion();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "region is closed: key=0x" + Integer.toHexString(key));
        }
    }
}
