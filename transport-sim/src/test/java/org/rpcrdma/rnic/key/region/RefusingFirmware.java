// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A device's mkey commands, some of which the test can make fail. */
final class RefusingFirmware implements FirmwareCommands {
    /** The commands. */
    public enum Command {
        CREATE,
        DESTROY,
        PROGRAM,
        REVOKE
    }

    public final Set<Command> refused = EnumSet.noneOf(Command.class);
    /** The number of creations that will succeed before the firmware rejects one. */
    public int creationsLeft = Integer.MAX_VALUE;

    private final FirmwareCommands device;

    RefusingFirmware(final FirmwareCommands device) {
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
    public void program(final int handle, final int domain, final Umem memory, final long iova, final int access) {
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
