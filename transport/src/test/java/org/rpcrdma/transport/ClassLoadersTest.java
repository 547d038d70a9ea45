// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.runtime.ObjectMethods;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Tests several applications in one JVM. Each application has its own copy of the library, as in an application server.
 */
class ClassLoadersTest {
    private static final int PROGRAM = 0x2000_0001;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @AutoClose
    private final Loader loader = new Loader();

    /** Loads all classes again, except the JDK's classes. */
    private static final class Loader extends URLClassLoader {
        Loader() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() {
            final List<URL> places = new ArrayList<>();
            for (final String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
                try {
                    places.add(new File(place).toURI().toURL());
                } catch (final IOException e) {
                    throw new AssertionError(e);
                }
            }
            return places.toArray(URL[]::new);
        }

        /** Runs this loader's copy of a program. Returns an object that closes the program. */
        AutoCloseable run(final Class<?> program, final String name) throws Exception {
            final Class<?> copy = loadClass(program.getName());
            assertTrue(copy != program, "loaded by the test's own loader");
            final Thread thread = Thread.currentThread();
            final ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(this); // ServiceLoader finds device providers by it
            try {
                return (AutoCloseable) copy.getMethod("run", String.class).invoke(null, name);
            } catch (final InvocationTargetException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    /** Opens an arena and its MXBean. */
    public static final class ArenaProgram {
        private ArenaProgram() {}

        public static AutoCloseable run(final String name) {
            final Device device = new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
            final ProtectionDomain domain = device.allocateProtectionDomain();
            final ReceiveArena arena = new ReceiveArena(new ReceiveArena.Context()
                    .mapper(new DmaShardMapper(domain))
                    .memory(device.memory()));
            arena.release(arena.acquire());
            final VisibleArena visible = VisibleArena.open(name, arena.figuresSource());
            return () -> {
                visible.close();
                arena.close();
                domain.close();
                device.close();
            };
        }
    }

    /** Calls a server. The client and the server have UDP devices and separate loops. */
    public static final class CallProgram {
        private CallProgram() {}

        public static AutoCloseable run(final String address) throws Exception {
            final Device serverDevice = Devices.open("udp:" + address);
            final Device clientDevice = Devices.open("udp:" + UdpAddresses.address(2));
            final EventLoopRunner serving = EventLoopRunner.start("serving", serverDevice.newEventLoop());
            final RpcRdmaServer server = serving.call(() -> new RpcRdmaServer(new RpcRdmaServer.Context()
                    .device(serverDevice)
                    .eventLoop(serving.loop())
                    .service(new RpcPrograms().on(PROGRAM, 1, 1, (call, reply) -> {
                        final int n = call.arguments().getInt();
                        reply.putInt(n * n);
                    }))));
            final EventLoopRunner calling = EventLoopRunner.start("calling", clientDevice.newEventLoop());
            final AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                    new RpcRdmaClient.Context()
                            .device(clientDevice)
                            .remote(new InetSocketAddress(address, TransportFixture.PORT)),
                    calling);
            client.connect().join();
            final int square = client.<Integer>call(
                            PROGRAM,
                            1,
                            1,
                            (call, arguments) -> arguments.putInt(7),
                            reply -> reply.results().getInt())
                    .join();
            assertEquals(49, square);
            return () -> {
                client.close();
                serving.call(server::close);
                calling.close();
                serving.close();
                clientDevice.close();
                serverDevice.close();
            };
        }
    }

    @Test
    void shouldListTheArenasOfEveryClassLoader() throws Exception {
        final AutoCloseable own = ArenaProgram.run("own");
        final AutoCloseable other = loader.run(ArenaProgram.class, "other");
        final Exception refusal =
                assertThrows(IllegalStateException.class, () -> loader.run(ArenaProgram.class, "own"));
        final Set<ObjectName> names = beans.queryNames(VisibleArena.objectName("*"), null);
        assertEquals(
                Set.of(VisibleArena.objectName("own"), VisibleArena.objectName("other")), names, refusal::getMessage);
        assertEquals(16L, beans.getAttribute(VisibleArena.objectName("other"), "Buffers"));
        own.close();
        assertEquals(Set.of(VisibleArena.objectName("other")), beans.queryNames(VisibleArena.objectName("*"), null));
        other.close();
    }

    /**
     * A JVM unloads softly reachable classes only when the heap is full, so this program's JVM is configured to clear
     * soft references immediately.
     */
    @Test
    void shouldLetAClassLoaderBeUnloadedAfterItsObjectsWereClosed() throws Exception {
        final List<String> options =
                List.of(JavaPrograms.jvmOptions(), "-XX:SoftRefLRUPolicyMSPerMB=0", "-XX:TieredStopAtLevel=1");
        assertEquals(
                List.of("arena", "recorded arena", "calls"),
                JavaPrograms.run(JavaPrograms.of(Unloading.class, options))
                        .lines()
                        .toList());
    }

    /** Prints the programs whose class loaders were unloaded. */
    public static final class Unloading {
        private Unloading() {}

        /** A record that this class loader defines. */
        private record Word(String word) {}

        public static void main(final String[] arguments) throws Throwable {
            unload(ArenaProgram.class, "arena", "arena");
            try (Recording recording = new Recording()) {
                recording.enable("org.rpcrdma.ArenaFigures");
                recording.start();
                unload(ArenaProgram.class, "arena", "recorded arena");
            }
            unload(CallProgram.class, UdpAddresses.address(1), "calls");
        }

        private static void unload(final Class<?> program, final String name, final String done) throws Throwable {
            final WeakReference<Loader> reference = runAndClose(program, name);
            linkRecord();
            Patience.await(() -> reference.refersTo(null), System::gc, () -> done + ": its class loader is in use");
            System.out.println(done);
        }

        /**
         * JDK 17 retains the classes whose record methods were linked last. After this method has run, these are Word
         * and String.
         */
        private static void linkRecord() throws Throwable {
            link("equals", MethodType.methodType(boolean.class, Word.class, Object.class));
            link("hashCode", MethodType.methodType(int.class, Word.class));
            link("toString", MethodType.methodType(String.class, Word.class));
        }

        private static void link(final String method, final MethodType type) throws Throwable {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            final MethodHandle getter = lookup.findGetter(Word.class, "word", String.class);
            ObjectMethods.bootstrap(lookup, method, type, Word.class, "word", getter);
        }

        private static WeakReference<Loader> runAndClose(final Class<?> program, final String name) throws Exception {
            try (Loader loader = new Loader()) {
                loader.run(program, name).close();
                return new WeakReference<>(loader);
            }
        }
    }
}
