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
 * Checks that this host can run the native code. The check must run before the code is loaded, because the JVM does not
 * report the reason when a class fails to load.
 */
final class HostRequirements {
    private HostRequirements() {}

    /**
     * Throws an exception if this package does not work on this JVM or machine.
     *
     * @throws IllegalStateException if the JVM denies native access to this package or to Agrona; the message states
     *                               the missing JVM option.
     * @throws VerbsException        EOPNOTSUPP if the machine is not x86-64 or the operating system is not Linux.
     */
    @SuppressWarnings("restricted")
    static void check() {
        checkMachine();
        try {
            MemorySegment.NULL.reinterpret(1);
        } catch (final IllegalCallerException e) {
            final Module own = HostRequirements.class.getModule();
            throw new IllegalStateException(
                    "this JVM denies native access; start it with: java --enable-native-access="
                            + (own.isNamed() ? own.getName() : "ALL-UNNAMED"),
                    e);
        }
        AgronaAccess.check();
    }

    /**
     * Throws an exception if the host has no devices. Uses no native code, because the JVM would print a warning if the
     * option for native access is missing.
     *
     * @param devices the folder in which the kernel module ib_uverbs lists the devices.
     * @throws VerbsException EOPNOTSUPP if the folder does not exist, or if the machine or operating system is not
     *                        supported.
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
                    "RDMA devices are supported only on Linux on x86-64: system=" + system + " machine=" + machine);
        }
    }
}
