// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Injects simulated RDMA hardware into constructors, lifecycle methods and test methods, according to their parameter
 * types. A test that leaks buffers fails.
 *
 * <table> <caption>Objects by parameter type</caption> <tr><th>type</th><th>object</th></tr> <tr><td>{@link
 *   org.rpcrdma.sim.SimulatedDevice}, {@link org.rpcrdma.verbs.Device}</td> <td>the device sim0, 10.98.0.1</td></tr>
 *   <tr><td>{@link org.rpcrdma.verbs.ProtectionDomain}</td><td>a protection domain of that device</td></tr>
 *   <tr><td>{@link org.rpcrdma.arena.ReceiveArena}</td><td>an arena mapped for that device</td></tr> <tr><td>{@link
 *   LoopbackPair}</td><td>two connected queue pairs; the server's is on that device and in that domain</td></tr>
 *   <tr><td>{@link RpcPair}</td><td>an RPC-over-RDMA server with the test's service, and a connected client</td></tr>
 *   <tr><td>{@link org.rpcrdma.transport.server.RpcRdmaServer}, {@link
 *   org.rpcrdma.transport.client.RpcRdmaClient}</td><td>the server or the client of that pair</td></tr> <tr><td>{@link
 *   org.rpcrdma.sim.Fabric}</td><td>the network that connects these devices; tests may attach more</td></tr>
 *   <tr><td>{@link org.rpcrdma.sim.time.Simulation}</td><td>the simulation that runs these objects</td></tr>
 * </table>
 *
 * <p>Each test has at most one object of each type. Repetitions and parameterized invocations do not share objects.
 * There are two exceptions: if a {@code @BeforeAll} method or the constructor of a class with the lifecycle PER_CLASS
 * receives an object first, all tests of the class share it. These tests then run on one thread.
 *
 * <p>After all {@code @AfterEach} methods ({@code @AfterAll} for shared objects), the extension closes every object
 * that the test left open. The test fails if it leaked a resource on any device of the fabric: buffers of the arena,
 * memory regions, DMA mappings, queue pairs, completion queues, protection domains, listeners, native memory, or the
 * memory of unanswered deferred calls. It also fails if a free buffer of the arena was overwritten. The report names
 * the call site that acquired a leaked buffer, because the arena runs with {@link
 * org.rpcrdma.arena.LeakDetection#PARANOID}. If the test has already failed, the leak is added to that failure as a
 * suppressed exception.
 *
 * <p>The extension requires JUnit 5.10 or newer, or JUnit 6. Constructor parameters require 5.12 or the lifecycle
 * PER_CLASS. The extension also works if JUnit is configured not to close {@code AutoCloseable} objects in its stores.
 *
 * <p>Apply it with {@link SimulatedRdma}, which can change the settings, or with {@code @ExtendWith} for the defaults.
 */
public final class SimulatedRdmaExtension implements ParameterResolver, AfterEachCallback, AfterAllCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(SimulatedRdmaExtension.class);

    /** Carries the default settings. */
    @SimulatedRdma
    private static final class Defaults {}

    /** Creates the extension; called by JUnit. */
    public SimulatedRdmaExtension() {}

    @Override
    public boolean supportsParameter(final ParameterContext parameter, final ExtensionContext context) {
        return TestBed.has(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(final ParameterContext parameter, final ExtensionContext context) {
        refuseSharedConstructor(parameter, context);
        final AnnotatedElement configured = configured(context);
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(configured, key -> newTestBed(key, context), TestBed.class)
                .get(parameter.getParameter().getType());
    }

    /**
     * Requests the test's scope, so that a constructor's parameters belong to the test if each test has its own
     * instance.
     */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(final ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD;
    }

    /**
     * Rejects constructor parameters on JUnit before 5.12. In these versions, a constructor receives the class's
     * context, so all tests would share the objects, which would be closed only after the last test.
     */
    private static void refuseSharedConstructor(final ParameterContext parameter, final ExtensionContext context) {
        if (parameter.getDeclaringExecutable() instanceof Constructor
                && context.getTestMethod().isEmpty()
                && context.getTestInstanceLifecycle().orElse(TestInstance.Lifecycle.PER_METHOD)
                        == TestInstance.Lifecycle.PER_METHOD) {
            throw new ParameterResolutionException(
                    "constructor parameters require JUnit 5.12 or newer, or the lifecycle PER_CLASS: "
                            + parameter
                                    .getDeclaringExecutable()
                                    .getDeclaringClass()
                                    .getName());
        }
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        showSeed(context);
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        showSeed(context);
    }

    private static void showSeed(final ExtensionContext context) {
        final TestBed bed = context.getStore(NAMESPACE).get(configured(context), TestBed.class);
        if (bed != null) {
            context.getExecutionException().ifPresent(failure -> failure.addSuppressed(bed.seed()));
        }
    }

    private static TestBed newTestBed(final AnnotatedElement configured, final ExtensionContext context) {
        final SimulatedRdma settings = AnnotationSupport.findAnnotation(configured, SimulatedRdma.class)
                .orElseThrow();
        return new TestBed(context.getDisplayName(), settings, seed(settings));
    }

    /**
     * Returns the element whose settings apply to a test: its method, its class or an enclosing class; otherwise the
     * defaults.
     */
    private static AnnotatedElement configured(final ExtensionContext context) {
        final Optional<? extends AnnotatedElement> method = context.getTestMethod();
        if (AnnotationSupport.isAnnotated(method, SimulatedRdma.class)) {
            return method.orElseThrow();
        }
        Class<?> type = context.getRequiredTestClass();
        while (type != null && !AnnotationSupport.isAnnotated(type, SimulatedRdma.class)) {
            type = type.getEnclosingClass();
        }
        return type == null ? Defaults.class : type;
    }

    private static long seed(final SimulatedRdma settings) {
        final String property = System.getProperty("seed", "");
        if (!property.isEmpty()) {
            return parse(property);
        }
        return settings.seed() == SimulatedRdma.RANDOM_SEED
                ? ThreadLocalRandom.current().nextLong(Long.MAX_VALUE)
                : settings.seed();
    }

    private static long parse(final String property) {
        try {
            return Long.parseLong(property);
        } catch (final NumberFormatException e) {
            throw new ParameterResolutionException("seed must be a number: seed=" + property, e);
        }
    }
}
