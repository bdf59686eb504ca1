# frozen_string_literal: true

# RubyGems takes longer to load than Ruby itself, and every launch starts Ruby. So it is loaded when somebody asks for it, or for a library
# that is not found without it.
module CmptheseHost
  def self.load_gems
    return false if $LOADED_FEATURES.any? { |feature| feature.end_with?("/rubygems.rb") }

    Kernel.module_eval { alias_method :require, :cmpthese_require }
    require "rubygems"
    true
  end
end

unless defined?(Gem)
  autoload :Gem, "rubygems"
  # RubyGems loads these, so they are there for whoever has it.
  autoload :Monitor, "monitor"
  autoload :MonitorMixin, "monitor"
  autoload :RbConfig, "rbconfig"

  module Kernel
    alias_method :cmpthese_require, :require

    def require(name)
      cmpthese_require(name)
    rescue LoadError => error
      raise if error.path != name || !CmptheseHost.load_gems

      require(name)
    end

    def gem(*words)
      CmptheseHost.load_gems
      Kernel.instance_method(:gem).bind_call(self, *words)
    end
    private :require, :cmpthese_require, :gem
  end
end
