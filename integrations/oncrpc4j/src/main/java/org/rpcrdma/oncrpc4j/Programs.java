// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.security.auth.Subject;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuthError;
import org.dcache.oncrpc4j.rpc.RpcAuthStat;
import org.dcache.oncrpc4j.rpc.RpcAuthType;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.RpcException;
import org.dcache.oncrpc4j.rpc.RpcRejectStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services, keyed by program and version. This class also answers calls that have no service or whose service
 * fails.
 */
final class Programs {
    private static final Logger LOG = LoggerFactory.getLogger(Programs.class);

    private final Map<OncRpcProgram, RpcDispatchable> services;
    private final boolean propagatesSubject;
    private final Consumer<RpcCall> interceptor;

    Programs(
            final Map<OncRpcProgram, RpcDispatchable> services,
            final boolean propagatesSubject,
            final Consumer<RpcCall> interceptor) {
        this.services = new ConcurrentHashMap<>(services);
        this.propagatesSubject = propagatesSubject;
        this.interceptor = interceptor;
    }

    Map<OncRpcProgram, RpcDispatchable> services() {
        return services;
    }

    /** Decodes a call's header and passes the call to its service. Called on one of the executor's threads. */
    void serve(final RpcCall call) {
        try {
            call.accept();
        } catch (final RpcException e) {
            call.reject(e.getStatus(), e.getRpcReply());
            return;
        } catch (final IOException | RuntimeException e) {
            LOG.info("a call's header is malformed: {}: {}", call.getTransport(), e.getMessage());
            call.reject(RpcRejectStatus.AUTH_ERROR, new RpcAuthError(RpcAuthStat.AUTH_BADCRED));
            return;
        }
        final int flavor = call.getCredential().type();
        if (flavor == RpcAuthType.NONE || flavor == RpcAuthType.UNIX) {
            dispatch(call);
        } else {
            LOG.info(
                    "authentication flavor is neither AUTH_NONE nor AUTH_SYS: flavor={} {}",
                    flavor,
                    call.getTransport());
            call.reject(RpcRejectStatus.AUTH_ERROR, new RpcAuthError(RpcAuthStat.AUTH_BADCRED));
        }
    }

    private void dispatch(final RpcCall call) {
        final RpcDispatchable service = services.get(new OncRpcProgram(call.getProgram(), call.getProgramVersion()));
        if (service == null) {
            refuse(call);
            return;
        }
        try {
            interceptor.accept(call);
            run(service, call);
        } catch (final RpcException e) {
            LOG.warn("a call was rejected: {}", e.getMessage());
            call.reject(e.getStatus(), e.getRpcReply());
        } catch (final IOException e) {
            LOG.warn("a call's arguments are malformed: {}: {}", call, e.getMessage());
            call.failRpcGarbage();
        } catch (final Exception | Error e) {
            LOG.error("the service failed: {} {}", call, call.getTransport(), e);
            call.failRpcSystem();
        }
    }

    private void run(final RpcDispatchable service, final RpcCall call) throws Exception {
        if (!propagatesSubject) {
            service.dispatchOncRpcCall(call);
            return;
        }
        try {
            Subject.doAs(call.getCredential().getSubject(), (PrivilegedExceptionAction<Void>) () -> {
                service.dispatchOncRpcCall(call);
                return null;
            });
        } catch (final PrivilegedActionException e) {
            throw e.getException();
        }
    }

    /** Rejects a call. If other versions of the program are registered, the answer contains their range. */
    private void refuse(final RpcCall call) {
        final IntSummaryStatistics versions = services.keySet().stream()
                .filter(program -> program.getNumber() == call.getProgram())
                .mapToInt(OncRpcProgram::getVersion)
                .summaryStatistics();
        if (versions.getCount() == 0) {
            call.failProgramUnavailable();
        } else {
            call.failProgramMismatch(versions.getMin(), versions.getMax());
        }
    }
}
