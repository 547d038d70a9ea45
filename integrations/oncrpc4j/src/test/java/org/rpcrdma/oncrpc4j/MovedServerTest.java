// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static java.util.stream.Collectors.toCollection;
import static org.dcache.oncrpc4j.rpc.net.IpProtocolType.TCP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.tools.ToolProvider;
import org.dcache.oncrpc4j.rpc.OncRpcClient;
import org.dcache.oncrpc4j.rpc.OncRpcSvc;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.verbs.VerbsException;

/** Moves an oncrpc4j server from TCP to RDMA by changing one class name. */
@Timeout(60)
class MovedServerTest {
    private static final String DEVICE = "rpcrdma.device";

    /** The port is used only inside this JVM. */
    private static final int PORT = 20_049;

    private static final Path SOURCE = Path.of("src/test/java/org/rpcrdma/oncrpc4j/FileServer.java");

    @TempDir
    private Path folder;

    @Test
    void shouldServeWhatItServedOverTcpAfterTheExchangeOfOneName() throws Exception {
        final String tcp = Files.readString(SOURCE);
        try (FileServer server = new FileServer(0);
                OncRpcClient client = new OncRpcClient(new InetSocketAddress("127.0.0.1", server.port()), TCP)) {
            new FileClient(client.connect()).check();
        }
        final String rdma = moved(tcp);
        assertEquals(tcp.lines().count(), rdma.lines().count());
        System.setProperty(DEVICE, UdpAddresses.device(3));
        try (URLClassLoader loader = compiled(rdma);
                Closeable server = start(loader);
                RdmaRpcClient client = RdmaRpcClient.newBuilder(UdpAddresses.device(4))
                        .build(new InetSocketAddress(UdpAddresses.address(3), PORT))) {
            new FileClient(client.connect()).check();
            assertNotNull(server);
        } finally {
            System.clearProperty(DEVICE);
        }
    }

    /**
     * Replaces the class name and its import. Also replaces the package, because the class is compiled together with
     * the original.
     */
    private static String moved(final String source) {
        return source.replace("package org.rpcrdma.oncrpc4j;", "")
                .replace("org.dcache.oncrpc4j.rpc.OncRpcSvc", "org.rpcrdma.oncrpc4j.RdmaRpcSvc")
                .replace("OncRpcSvc", "RdmaRpcSvc");
    }

    private URLClassLoader compiled(final String source) throws Exception {
        final Path file = Files.writeString(folder.resolve("FileServer.java"), source);
        final List<String> options = List.of(
                "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), file.toString());
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)));
        return new URLClassLoader(new URL[] {new File(folder + "/").toURI().toURL()});
    }

    private static Closeable start(final ClassLoader loader) throws Exception {
        final Constructor<?> constructor = loader.loadClass("FileServer").getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        return (Closeable) constructor.newInstance(PORT);
    }

    private static Set<String> names(final Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(method -> method.getName()
                        + Stream.of(method.getParameterTypes())
                                .map(Class::getName)
                                .toList())
                .collect(toCollection(TreeSet::new));
    }

    @Test
    void shouldHaveTheMethodsOfTheTcpBuilder() {
        final Set<String> missing = names(OncRpcSvcBuilder.class);
        missing.removeAll(names(RdmaRpcSvcBuilder.class));
        assertEquals(Set.of(), missing);
        for (final Method method : RdmaRpcSvcBuilder.class.getMethods()) {
            if (method.getName().startsWith("with")) {
                assertEquals(RdmaRpcSvcBuilder.class, method.getReturnType(), method::toString);
            }
        }
    }

    @Test
    void shouldHaveTheMethodsOfTheTcpServerExceptAClients() {
        final Set<String> missing = names(OncRpcSvc.class);
        missing.removeAll(names(RdmaRpcSvc.class));
        missing.removeIf(name -> name.startsWith("connect["));
        missing.remove("toString[]");
        assertEquals(Set.of(), missing);
    }

    @Test
    void shouldAcceptMeaninglessSettingsAndRefuseProtectiveOnes() {
        final RdmaRpcSvcBuilder builder = new RdmaRpcSvcBuilder("mlx5_0")
                .withUDP()
                .withIpProtocolType(TCP)
                .withJMX()
                .withBindAddress("127.0.0.1")
                .withMinPort(3000)
                .withMaxPort(4000)
                .withSSLContext(null)
                .withGssSessionManager(null)
                .withoutStartTLS();
        assertEquals(3000, builder.getMinPort());
        assertEquals("not supported over RDMA: TLS", refused(builder::withStartTLS));
        assertEquals("not supported over RDMA: TLS", refused(() -> builder.withSSLContext(SSLContext.getDefault())));
        final Callable<SSLContext> provider = SSLContext::getDefault;
        assertEquals("not supported over RDMA: TLS", refused(() -> builder.withSSLContextProvider(provider)));
        assertEquals("not supported over RDMA: client mode", refused(builder::withClientMode));
        assertEquals(
                "strategy is not available over RDMA: ioStrategy=LEADER_FOLLOWER",
                refused(builder::withLeaderFollowerIoStrategy));
        final OncRpcSvcBuilder tls = new OncRpcSvcBuilder().withStartTLS();
        assertEquals("not supported over RDMA: TLS", refused(() -> builder.like(tls)));
    }

    private static String refused(final Executable setting) {
        return assertThrows(IllegalArgumentException.class, setting).getMessage();
    }

    @Test
    void shouldRequestTheDeviceThatItCannotChoose() {
        final RdmaRpcSvc server = new RdmaRpcSvcBuilder().withoutAutoPublish().build();
        final String message = assertThrows(VerbsException.class, server::start).getMessage();
        assertTrue(
                message.contains("choose a device with -Drpcrdma.device=NAME, or in the builder: devices=["), message);
    }

    @Test
    void shouldReturnItsPortAndName() {
        final RdmaRpcSvc server = new RdmaRpcSvcBuilder("mlx5_0").withPort(2049).build();
        assertEquals(2049, server.getInetSocketAddress(TCP).getPort());
        assertEquals("OncRpcRdmaSvc", server.getName());
    }
}
