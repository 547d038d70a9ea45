// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import java.util.Map;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostMemoryBlock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ForkStatus;

/**
 * Keeps registered memory from child processes, as libibverbs does with madvise(2) if the kernel does not see to it
 * by itself: {@code ibv_fork_init(3)}, or the environment variable {@code RDMAV_FORK_SAFE} or {@code IBV_FORK_SAFE}.
 *
 * <p>Memory that a driver mapped into the process (VM_IO, VM_PFNMAP) can be kept from children, but the kernel refuses
 * to give it to them again (MADV_DOFORK, EINVAL).
 */
public final class ForkProtection {
    private final HostMemory memory;
    private boolean isEnabled;
    private boolean isTooLate;

    public ForkProtection(final HostMemory memory, final Map<String, String> environment) {
        this.memory = memory;
        isEnabled = environment.containsKey("RDMAV_FORK_SAFE") || environment.containsKey("IBV_FORK_SAFE");
    }

    public void enable() {
        if (isTooLate) {
            throw new VerbsException(Errno.EINVAL, "memory was registered without protection from child processes");
        }
        isEnabled = true;
    }

    public ForkStatus status() {
        return isEnabled ? ForkStatus.ENABLED : ForkStatus.DISABLED;
    }

    /** Memory is about to be registered: keeps it from children. Returns false if it is no memory. */
    boolean keep(final long address, final long length) {
        isTooLate |= !isEnabled;
        return !isEnabled || memory.containing(address, length) != null;
    }

    /** Lets children have memory again. Returns false if the kernel refuses. */
    boolean giveBack(final long address, final long length) {
        if (!isEnabled) {
            return true;
        }
        final HostMemoryBlock block = memory.containing(address, length);
        return block != null && block.kind().canBeGivenToChildren();
    }
}
