// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * Checks that this host can run native code before any is loaded, as a class that fails to load gives no reason.
 */
final class HostRequirements {
    private HostRequirements() {}

    /**
     * Refuses a JVM or a machine that this package does not work on.
     *
     * @throws IllegalStateException if native access is denied, to this package or to Agrona, naming the flag that is
     *     missing.
     * @throws VerbsException EOPNOTSUPP on another machine than x86-64, or another system than Linux.
     */
    @SuppressWarnings("restricted")
    static void check() {
        checkMachine();
        try {
            MemorySegment.NULL.reinterpret(1);
        } catch (final IllegalCallerException e) {
            final Module own = HostRequirements.class.getModule();
            throw new IllegalStateException(
                    "this JVM denies native access, start it with: java --enable-native-access="
                            + (own.isNamed() ? own.getName() : "ALL-UNNAMED"),
                    e);
        }
        AgronaAccess.check();
    }

    /**
     * Refuses a host that has no devices, without native code: a JVM that got no flag for it would print a warning.
     *
     * @param devices the folder in which the module ib_uverbs shows the devices.
     * @throws VerbsException EOPNOTSUPP if it is not there, or on another machine or system.
     */
    static void checkDevices(final Path devices) {
        checkMachine();
        if (!Files.isDirectory(devices)) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "this host has no RDMA devices; is the module ib_uverbs loaded?");
        }
    }

    private static void checkMachine() {
        checkMachine(System.getProperty("os.name"), System.getProperty("os.arch"), ByteOrder.nativeOrder());
    }

    static void checkMachine(final String system, final String machine, final ByteOrder order) {
        if (!system.equals("Linux") || !machine.equals("amd64") || order != ByteOrder.LITTLE_ENDIAN) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "devices of the host need Linux on x86-64: system=" + system + " machine=" + machine);
        }
    }
}
