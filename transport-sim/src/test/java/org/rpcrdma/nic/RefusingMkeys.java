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

import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A device's mkey commands, of which it refuses those that a test names. */
final class RefusingMkeys implements MkeyCommands {
    /** The commands. */
    enum Command {
        CREATE,
        DESTROY,
        PROGRAM,
        REVOKE
    }

    final Set<Command> refused = EnumSet.noneOf(Command.class);
    /** Creations that succeed before they are refused. */
    int creationsLeft = Integer.MAX_VALUE;

    private final MkeyCommands device;

    RefusingMkeys(final MkeyCommands device) {
        this.device = device;
    }

    @Override
    public int create(final FrmrKey properties) {
        check(Command.CREATE);
        if (creationsLeft-- == 0) {
            throw new VerbsException(Errno.ENOMEM, "no more");
        }
        return device.create(properties);
    }

    @Override
    public void destroy(final int handle) {
        check(Command.DESTROY);
        device.destroy(handle);
    }

    @Override
    public void program(
            final int handle,
            final SimulatedProtectionDomain domain,
            final PinnedMemory memory,
            final long iova,
            final int access) {
        check(Command.PROGRAM);
        device.program(handle, domain, memory, iova, access);
    }

    @Override
    public void revoke(final int handle) {
        check(Command.REVOKE);
        device.revoke(handle);
    }

    private void check(final Command command) {
        if (refused.contains(command)) {
            throw new VerbsException(Errno.ENOMEM, "refused: command=" + command);
        }
    }
}
