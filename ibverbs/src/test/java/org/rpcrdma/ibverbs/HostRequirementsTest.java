// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.rpcrdma.ibverbs.library.Memlock.remark;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.ibverbs.device.HostDevice;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.NativeLibrary;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Tests the error messages on a host that does not meet a requirement. */
class HostRequirementsTest {
    @Test
    void shouldRefuseOtherMachines() {
        HostRequirements.checkMachine("Linux", "amd64", ByteOrder.LITTLE_ENDIAN);
        assertThrows(
                VerbsException.class, () -> HostRequirements.checkMachine("Linux", "aarch64", ByteOrder.LITTLE_ENDIAN));
        assertThrows(
                VerbsException.class,
                () -> HostRequirements.checkMachine("Mac OS X", "amd64", ByteOrder.LITTLE_ENDIAN));
    }

    @Test
    void shouldReportThatTheHostHasNoDevices(@TempDir final Path folder) {
        HostRequirements.checkDevices(folder);
        assertMessage(
                "EOPNOTSUPP: this host has no RDMA devices; is the module ib_uverbs loaded?",
                () -> HostRequirements.checkDevices(folder.resolve("none")));
    }

    /** Newer JVMs print a warning about native code unless an option permits it. */
    @Test
    void shouldListNoDevicesWithoutAWarningOfTheJvm() throws Exception {
        assumeFalse(Files.exists(Path.of("/sys/class/infiniband_verbs")), "this host has devices");
        assertEquals(
                "[]",
                JavaPrograms.run(JavaPrograms.of(ListAll.class, List.of()).redirectErrorStream(true))
                        .strip());
    }

    /** Prints the names of all devices. Runs in a separate JVM. */
    static final class ListAll {
        private ListAll() {}

        /**
         * Prints the names.
         *
         * @param arguments none.
         */
        public static void main(final String[] arguments) {
            System.out.println(Devices.names());
        }
    }

    @Test
    void shouldReportWhichLibraryIsMissing() {
        assertMessage(
                "EOPNOTSUPP: cannot load the library: library=libnothing.so.9 packages=nothing1",
                () -> NativeLibrary.load("libnothing.so.9", "nothing1"));
    }

    @Test
    void shouldReportWhichFunctionALibraryLacks() {
        final NativeLibrary library = new NativeLibrary("libold.so.1", name -> Optional.empty());
        assertMessage(
                "EOPNOTSUPP: library lacks a function: library=libold.so.1 function=ibv_get_device_list",
                () -> new Libibverbs(library));
    }

    @Test
    void shouldReportHowMuchMemoryTheProcessMayLock() {
        final String limits = """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             62941                62941                processes
                Max locked memory         65536                8388608              bytes
                Max address space         unlimited            unlimited            bytes
                """;
        assertEquals(
                "; the limit for locked memory may be too low: memlock=65536; raise it with ulimit -l", remark(limits));
        assertEquals("", remark(limits.replace("65536  ", "unlimited")));
        assertEquals("", remark(""));
        assertEquals("", remark(Errno.EINVAL));
    }

    @Test
    void shouldReportTheDriverOfADevice(@TempDir final Path folder) throws IOException {
        assertEquals(Optional.empty(), new HostDevice(folder.resolve("none"), List::of).driver());
        final Path bus = Files.createDirectories(folder.resolve("rocep59s0f0/device"));
        Files.createSymbolicLink(bus.resolve("driver"), Path.of("../../../../bus/pci/drivers/mlx5_core"));
        assertEquals(Optional.of("mlx5_core"), new HostDevice(bus.getParent(), List::of).driver());
        final Path software = Files.createDirectories(folder.resolve("mlx5_9"));
        Files.writeString(software.resolve("parent"), "eth0\n");
        assertEquals(Optional.of("rdma_rxe"), new HostDevice(software, List::of).driver());
    }

    @Test
    void shouldReportTheNodeThatADeviceIsNear(@TempDir final Path folder) throws IOException {
        final HostDevice device = new HostDevice(folder, List::of);
        assertEquals(-1, device.numaNode());
        final Path told = Files.createDirectories(folder.resolve("device")).resolve("numa_node");
        Files.writeString(told, "1\n");
        assertEquals(1, device.numaNode());
        Files.writeString(told, "none\n");
        assertEquals(-1, device.numaNode());
    }

    /** A separate JVM denies access to native memory. The message must contain the missing option. */
    @Test
    void shouldReportWhichFlagOfTheJvmIsMissing() throws Exception {
        final String denied =
                Runtime.version().feature() < 24 ? "--enable-native-access=java.base" : "--illegal-native-access=deny";
        final String printed =
                JavaPrograms.run(JavaPrograms.of(OpenAny.class, List.of(denied)).redirectErrorStream(true));
        assertEquals(
                "this JVM denies native access; start it with: java --enable-native-access=ALL-UNNAMED",
                printed.strip());
    }

    /** Tries to open a device that does not exist, and prints the reason for the failure. */
    static final class OpenAny {
        private OpenAny() {}

        /**
         * Tries to open the device.
         *
         * @param arguments none.
         */
        public static void main(final String[] arguments) {
            try {
                new IbverbsDeviceProvider().open("none");
            } catch (final IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
