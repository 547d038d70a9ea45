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

import java.util.Map;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ForkStatus;
import org.rpcrdma.verbs.VerbsException;

/**
 * Keeps registered memory from child processes, as libibverbs does with madvise(2) where the kernel does not see to it
 * by itself: {@code ibv_fork_init(3)}, or the environment variable {@code RDMAV_FORK_SAFE} or {@code IBV_FORK_SAFE}.
 *
 * <p>Memory that a driver mapped into the process (VM_IO, VM_PFNMAP) can be kept from children, but the kernel refuses to
 * give it to them again (MADV_DOFORK, EINVAL).
 */
final class ForkProtection {
    private final SimulatedMemory memory;
    private boolean isEnabled;
    private boolean isTooLate;

    ForkProtection(final SimulatedMemory memory, final Map<String, String> environment) {
        this.memory = memory;
        isEnabled = environment.containsKey("RDMAV_FORK_SAFE") || environment.containsKey("IBV_FORK_SAFE");
    }

    void enable() {
        if (isTooLate) {
            throw new VerbsException(Errno.EINVAL, "memory was registered without protection from child processes");
        }
        isEnabled = true;
    }

    ForkStatus status() {
        return isEnabled ? ForkStatus.ENABLED : ForkStatus.DISABLED;
    }

    /** Memory is about to be registered: keeps it from children. Returns false where it is no memory. */
    boolean keep(final long address, final long length) {
        isTooLate |= !isEnabled;
        return !isEnabled || memory.containing(address, length) != null;
    }

    /** Lets children have memory again. Returns false where the kernel refuses. */
    boolean giveBack(final long address, final long length) {
        if (!isEnabled) {
            return true;
        }
        final SimulatedMemoryBlock block = memory.containing(address, length);
        return block != null && block.kind.canBeGivenToChildren();
    }
}
