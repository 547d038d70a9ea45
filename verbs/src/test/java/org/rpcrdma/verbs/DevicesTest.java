// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.verbs.Devices.noProvider;
import static org.rpcrdma.verbs.Errno.ENOENT;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;
import static org.rpcrdma.verbs.Errno.EPERM;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {
    private final Device device = (Device) Proxy.newProxyInstance(
            Device.class.getClassLoader(), new Class<?>[] {Device.class}, (self, method, arguments) -> null);

    /** Returns a provider that either offers the given devices or fails with an errno. */
    private DeviceProvider provider(final Errno errno, final String... names) {
        return new DeviceProvider() {
            @Override
            public List<String> names() {
                if (errno != null) {
                    throw new VerbsException(errno, "something is missing");
                }
                return List.of(names);
            }

            @Override
            public Device open(final String name) {
                assertTrue(names().contains(name));
                return device;
            }

            @Override
            public Optional<String> driver(final String name) {
                return List.of(names).contains(name) ? Optional.of("driver of " + name) : Optional.empty();
            }
        };
    }

    private static String refusal(final String name, final DeviceProvider... providers) {
        final VerbsException e = assertThrows(VerbsException.class, () -> Devices.open(name, List.of(providers)));
        assertEquals(ENOENT, e.errno());
        return e.getMessage();
    }

    @Test
    void shouldOpenTheDeviceOfWhicheverProviderHasIt() {
        assertSame(device, Devices.open("b1", List.of(provider(null, "a0"), provider(null, "b0", "b1"))));
        assertSame(device, Devices.open("b0", List.of(provider(EOPNOTSUPP), provider(null, "b0"))));
    }

    @Test
    void shouldListTheDevicesOfUsableProviders() {
        assertEquals(
                List.of("a0", "b0", "b1"),
                Devices.names(List.of(provider(null, "a0"), provider(EOPNOTSUPP, "x0"), provider(null, "b0", "b1"))));
    }

    @Test
    void shouldReportTheDriverThatAProviderKnows() {
        final List<DeviceProvider> providers = List.of(provider(null, "a0"), provider(EOPNOTSUPP, "b0"));
        assertEquals(Optional.of("driver of a0"), Devices.driver("a0", providers));
        assertEquals(Optional.of("driver of b0"), Devices.driver("b0", providers));
        assertEquals(Optional.empty(), Devices.driver("c0", providers));
    }

    /** If another provider fails, a name with a prefix is unaffected, but a name without a prefix fails. */
    @Test
    void shouldAskOnlyTheProviderOfAPrefix() {
        final DeviceProvider maker = new DeviceProvider() {
            @Override
            public List<String> names() {
                return List.of("new:1");
            }

            @Override
            public Optional<String> prefix() {
                return Optional.of("new:");
            }

            @Override
            public Device open(final String name) {
                assertEquals("new:2", name);
                return device;
            }
        };
        assertEquals(List.of("a0"), Devices.names(List.of(maker, provider(null, "a0"))));
        assertSame(device, Devices.open("new:2", List.of(provider(EPERM), maker)));
        assertEquals(
                "ENOENT: there is no such device: name=c0; devices=[a0, new:1]",
                refusal("c0", provider(null, "a0"), maker));
        assertTrue(refusal("c0", maker).contains("JDK 22"));
    }

    @Test
    void shouldListTheExistingDevices() {
        assertEquals(
                "ENOENT: there is no such device: name=c0; devices=[a0, b0]",
                refusal("c0", provider(null, "a0"), provider(null, "b0")));
    }

    @Test
    void shouldReportWhatTheHostLacks() {
        assertEquals(
                "ENOENT: there is no such device: name=c0; EOPNOTSUPP: something is missing",
                refusal("c0", provider(EOPNOTSUPP)));
        assertTrue(refusal("c0").contains("JDK 22"), refusal("c0"));
    }

    @Test
    void shouldDistinguishAProgramBuiltWithoutDevicesFromAnOldJdk() {
        assertEquals(
                "this program cannot use the host's devices, which require JDK 22 or newer: jdk=21", noProvider(21));
        assertEquals(
                "this program cannot use the host's devices: rpcrdma-ibverbs, which is built on Linux x86-64 with JDK"
                        + " 22 or newer, is not on the class path: jdk=22",
                noProvider(22));
    }

    /** When several jars are merged into one, the result may contain the driver's classes but not its service file. */
    @Test
    void shouldRecognizeAProgramThatLostTheServiceOfItsDriver() {
        final ClassLoader shaded = new ClassLoader(null) {
            @Override
            protected URL findResource(final String name) {
                return name.equals("org/rpcrdma/ibverbs/IbverbsDeviceProvider.class")
                        ? Devices.class.getResource("Devices.class")
                        : null;
            }
        };
        assertEquals(
                "rpcrdma-ibverbs is on the class path, but not listed in"
                        + " META-INF/services/org.rpcrdma.verbs.DeviceProvider; merge these files when you merge jars",
                noProvider(25, shaded));
    }

    /** A provider with one device. */
    public static final class Listed implements DeviceProvider {
        /** Creates a provider. Called by {@link java.util.ServiceLoader}. */
        public Listed() {}

        @Override
        public List<String> names() {
            return List.of("listed0");
        }

        @Override
        public Device open(final String name) {
            throw new VerbsException(Errno.EIO, "opened");
        }
    }

    /** Returns a class loader that loads the classes of this program again and has its own service files. */
    private static URLClassLoader application(final Path folder, final String... services) throws IOException {
        final Path lines = folder.resolve("META-INF/services/" + DeviceProvider.class.getName());
        Files.createDirectories(lines.getParent());
        Files.write(lines, List.of(services));
        return new URLClassLoader(
                new URL[] {folder.toUri().toURL(), place(Devices.class), place(DevicesTest.class)},
                ClassLoader.getPlatformClassLoader());
    }

    private static URL place(final Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static <T> T withContextLoader(final ClassLoader loader, final Callable<T> action) throws Exception {
        final ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return action.call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /**
     * A container's thread, or a thread of the common pool, may have a context class loader that cannot load any
     * provider.
     */
    @Test
    void shouldFindTheProvidersOfItsOwnLoaderOnAnyThread(@TempDir final Path folder) throws Exception {
        try (URLClassLoader application = application(folder, Listed.class.getName())) {
            final Method names = application.loadClass(Devices.class.getName()).getMethod("names");
            final ClassLoader[] contexts = {null, ClassLoader.getPlatformClassLoader(), application};
            for (final ClassLoader context : contexts) {
                assertEquals(List.of("listed0"), withContextLoader(context, () -> names.invoke(null)));
            }
        }
    }

    @Test
    void shouldNameProvidersThatItCannotUse(@TempDir final Path folder) throws Exception {
        try (URLClassLoader application = application(folder, "org.example.Missing", Listed.class.getName())) {
            final VerbsException e = withContextLoader(
                    application, () -> assertThrows(VerbsException.class, () -> Devices.open("listed0")));
            final String reason = "cannot load a device provider: org.rpcrdma.verbs.DeviceProvider: ";
            assertEquals(
                    "ENOENT: there is no such device: name=listed0; " + reason
                            + "Provider org.example.Missing not found; "
                            + reason + "org.rpcrdma.verbs.DevicesTest$Listed not a subtype; another class loader has"
                            + " loaded its rpcrdma-verbs",
                    e.getMessage());
            assertEquals(List.of(), withContextLoader(application, Devices::names));
        }
    }

    @Test
    void shouldPassOnOtherErrors() {
        final VerbsException e = assertThrows(VerbsException.class, () -> Devices.open("c0", List.of(provider(EPERM))));
        assertEquals(EPERM, e.errno());
    }
}
